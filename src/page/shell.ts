/** Renders what all screens of the page share: the head, the tabs, and a note about what was done. */

import { createHash } from 'node:crypto'
import { isPermitted, type KeyLevel } from '../contract/access.ts'
import { getWeekday, nameMonth } from '../money/calendar.ts'
import { groupThousands } from '../output/format-amount.ts'
import { type Html, html, noMarkup, trustMarkup } from '../output/html.ts'

const TABS = {
  add: { path: '/add', name: 'Add', needs: 'add', icon: '<path d="M12 5v14M5 12h14"/>' },
  month: { path: '/month', name: 'Month', needs: 'names', icon: '<path d="M4 7h16M4 12h10M4 17h13"/>' },
  recent: {
    path: '/recent',
    name: 'Recent',
    needs: 'rows',
    icon: '<circle cx="12" cy="12" r="8"/><path d="M12 8v4l3 2"/>',
  },
  more: {
    path: '/more',
    name: 'More',
    needs: 'names',
    icon: '<path d="M5 12h.01M12 12h.01M19 12h.01" stroke-width="3"/>',
  },
} as const

/** A tab at the edge of the screen. */
export type Tab = keyof typeof TABS

function renderTabs({ name: current, can }: NonNullable<Screen['tab']>): Html {
  const links = Object.entries(TABS).map(([tab, { path, name, icon, needs }]) => {
    if (!isPermitted(can, needs)) return noMarkup
    const isCurrent = tab === current ? html` aria-current="page"` : noMarkup
    return html`<a href="${path}"${isCurrent}><svg viewBox="0 0 24 24" aria-hidden="true">${trustMarkup(icon)}</svg>${name}</a>`
  })
  return html`<nav class="tabs" aria-label="Screens">${links}</nav>`
}

/** What a screen is made of. */
export interface Screen {
  title: string
  /** What stands beside the title. */
  aside?: Html
  main: Html
  /** Where it belongs, and what the device may do: it sees the tabs of that. Undefined for visitors. */
  tab: { name: Tab; can: KeyLevel } | undefined
  /** Shows the wide layout of reports, with their own style sheet. */
  isReport?: boolean
}

/** Renders a screen as a whole document. */
export function renderScreen({ title, aside = noMarkup, main, tab, isReport = false }: Screen): Html {
  const style = isReport ? html`<link rel="stylesheet" href="/report.css">\n` : noMarkup
  return html`
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1419">
<title>${title} · Budget</title>
<link rel="manifest" href="/manifest.webmanifest">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icon-192.png">
${style}<link rel="stylesheet" href="/page.css">
<script src="/page.js" defer></script>
</head>
<body>
${tab ? renderTabs(tab) : noMarkup}
<header><h1>${title}</h1>${aside}</header>
<main${isReport ? html` class="reports"` : noMarkup}>
${main}
</main>
</body>
</html>
`
}

/** Renders an amount that is had, in the color of debts below zero. */
export const renderAmount = (amount: string): Html =>
  html`<span class="money${amount.startsWith('-') ? ' negative' : ''}">${groupThousands(amount)}</span>`

/** Renders an amount that goes out or, with a plus sign, comes in. */
export const renderFlow = (amount: string): Html =>
  html`<span class="money">${amount.startsWith('-') ? '' : '+'}${groupThousands(amount)}</span>`

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Returns `Tuesday, 17 November`, with the year where it is not the present one. */
export function formatDay(date: string, today: string): string {
  const year = date.slice(0, 4) === today.slice(0, 4) ? '' : ` ${date.slice(0, 4)}`
  return `${WEEKDAYS[getWeekday(date)]}, ${Number(date.slice(8))} ${nameMonth(date)}${year}`
}

/** Renders a note above the screen; `isBad` where something was refused. */
export const renderNote = (text: string, { action = noMarkup, isBad = false } = {}): Html =>
  html`<div class="note${isBad ? ' bad' : ''}" role="status"><p>${text}</p>${action}</div>`

/** Renders hidden fields; every form that is posted has `token` among them. */
export const renderHiddenFields = (fields: Readonly<Record<string, string>>): Html[] =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)

/** Returns what a form sends back of what it showed: whether that is still so is seen before it is done. */
export const hashShown = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url')

/** Renders a form of hidden fields and one button. */
export const renderButtonForm = (
  action: string,
  fields: Readonly<Record<string, string>>,
  button: Html,
): Html => html`<form method="post" action="${action}">${renderHiddenFields(fields)}${button}</form>`

/** Renders the options of a select, of which one is selected. */
export const renderOptions = (
  options: readonly { value: string; label: string }[],
  selected: string,
): Html[] =>
  options.map(
    ({ value, label }) =>
      html`<option value="${value}"${value === selected ? html` selected` : noMarkup}>${label}</option>`,
  )

/** Builds a path with a query; fields without a value are left out. */
export function buildPath(path: string, fields: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) if (value) query.append(name, value)
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

/** Puts rows together that follow one another and have the same day. */
export function groupByDay<Row>(rows: readonly Row[], getDay: (row: Row) => string): [string, Row[]][] {
  const days: [string, Row[]][] = []
  for (const row of rows) {
    const day = getDay(row)
    const last = days.at(-1)
    if (last?.[0] === day) last[1].push(row)
    else days.push([day, [row]])
  }
  return days
}
