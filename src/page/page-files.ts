/** Serves the files of the page: styles, scripts, icons, and what makes it installable. */

import { styleSheet } from '../reports/page/style-sheet.ts'
import type { PageRoute, ReadPageFile } from './page-request.ts'
import { createResponse } from './responses.ts'
import { pageStyleSheet } from './style-sheet.ts'

const FILES: Readonly<Record<string, string>> = {
  'page.css': 'text/css; charset=utf-8',
  'report.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'worker.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'icon-192.png': 'image/png',
  'icon-512.png': 'image/png',
  'manifest.webmanifest': 'application/manifest+json',
}

/** Styles that the program has; the build makes the other files. */
const STYLES: Readonly<Record<string, string>> = { 'page.css': pageStyleSheet, 'report.css': styleSheet }

/** Returns a route for each file. They tell nothing about the data, so that no device is asked for. */
export const createFileRoutes = (readFile: ReadPageFile): PageRoute[] =>
  Object.entries(FILES).map(([name, type]) => ({
    method: 'GET',
    path: `/${name}`,
    needs: 'none',
    async answer() {
      const body = STYLES[name] ?? new Uint8Array(await readFile(name))
      return createResponse(body, { headers: { 'Content-Type': type, 'Cache-Control': 'max-age=600' } })
    },
  }))
