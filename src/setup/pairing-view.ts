/** Shows the code with which a device signs in, and the QR code of the page. */

import { renderUnicodeCompact } from 'uqr'
import { sanitizeLine } from '../output/sanitize.ts'
import { defineView, textColumn } from '../output/view.ts'
import type { PairingCode } from './keys-view.ts'

/** Light modules around a QR code, without which cameras do not find it. */
const BORDER = 2

export const pairingView = defineView<PairingCode, PairingCode>({
  columns: [
    textColumn('code', 'Code', { neverTruncate: true }),
    textColumn('ends_at', 'Ends at', { neverTruncate: true }),
    textColumn('name', 'Name'),
    textColumn('can', 'Can'),
    textColumn('workspace_id', 'Workspace', { neverTruncate: true }),
    textColumn('url', 'Url', { neverTruncate: true }),
  ],
  renderText({ code, name, url }, { colors, isAscii }) {
    const about = `For ${sanitizeLine(name)}, once, within ten minutes`
    if (url === null) return `${colors.bold(code)}\n${about}: type it into the page of budget serve\n`
    const qrCode = isAscii ? '' : `${renderUnicodeCompact(url, { border: BORDER })}\n`
    return `${qrCode}${colors.bold(code)}\n${about}: open ${url}\n`
  },
})
