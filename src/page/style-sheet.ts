/** Holds the style sheet of the page: light and dark, from 320 pixels on, with the colors of the reports. */

import { designTokens } from '../reports/page/style-sheet.ts'

/** The style sheet. */
export const pageStyleSheet = `${designTokens}
:root { --accent: var(--link); --on-accent: #ffffff; --tint: color-mix(in srgb, var(--accent) 10%, var(--background)); }
@media (prefers-color-scheme: dark) { :root { --on-accent: #0f1419; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; background: var(--background); color: var(--text);
  font: 1rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  max-width: none; padding: 0 0 calc(4.5rem + env(safe-area-inset-bottom));
}
main, body > header { width: 100%; max-width: 36rem; margin: 0 auto; padding: 0 1rem; }
body > header { display: flex; align-items: center; justify-content: space-between; gap: .75rem; min-height: 3.5rem; }
main.reports { max-width: 60rem; }
main.reports h2 { font-size: 1.25rem; color: inherit; margin: 0; }
main.reports h1 { margin: 0; }
h1 { font-size: 1.25rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: .85rem; font-weight: 600; color: var(--muted); margin: 1.5rem 0 .35rem; overflow-wrap: anywhere; }
p { margin: .5rem 0; }
a { color: var(--accent); }
.muted { color: var(--muted); } .small { font-size: .85rem; }
.money, td.n { font-variant-numeric: tabular-nums; white-space: nowrap; }
.negative { color: var(--negative); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none !important; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

nav.tabs {
  position: fixed; inset: auto 0 0; display: flex; justify-content: center; z-index: 1;
  background: var(--panel); border-top: 1px solid var(--line); padding-bottom: env(safe-area-inset-bottom);
}
nav.tabs a {
  flex: 1 1 0; max-width: 9rem; min-height: 3.5rem; display: flex; flex-direction: column; align-items: center;
  justify-content: center; gap: .1rem; font-size: .75rem; color: var(--muted); text-decoration: none;
}
nav.tabs a[aria-current] { color: var(--accent); font-weight: 600; }
nav.tabs svg { width: 1.5rem; height: 1.5rem; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }

button, .button, input, select {
  font: inherit; color: inherit; min-height: 2.75rem; border-radius: .6rem; border: 1px solid var(--edge);
  background: var(--background); padding: .5rem .75rem; max-width: 100%;
}
input, select { width: 100%; min-width: 0; text-overflow: ellipsis; }
input[type=date] { -webkit-appearance: none; appearance: none; text-align: left; }
button, .button {
  display: inline-flex; align-items: center; justify-content: center; gap: .5rem; cursor: pointer; font-weight: 600;
  text-decoration: none; color: var(--accent); min-width: 2.75rem; white-space: nowrap;
}
button.main { width: 100%; min-height: 3.25rem; background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-size: 1.05rem; }
.save { position: sticky; bottom: calc(3.5rem + env(safe-area-inset-bottom)); padding: .5rem 0; background: var(--background); }
button.danger { color: var(--negative); }
button.plain { border-color: transparent; background: none; }
button[disabled] { opacity: .6; cursor: default; }
form.inline { display: inline; margin: 0; }
.field { display: block; margin: .85rem 0; }
.field > span, legend { display: block; font-size: .85rem; color: var(--muted); margin: 0 0 .25rem; padding: 0; }
fieldset { border: 0; margin: .85rem 0; padding: 0; min-width: 0; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
.pair .field { margin: 0; min-width: 0; }
.code { font-size: 1.5rem; letter-spacing: .15em; text-transform: uppercase; text-align: center; font-variant-numeric: tabular-nums; }
.amount { color: var(--text); font-size: 2.25rem; line-height: 1.2; font-weight: 600; text-align: right; font-variant-numeric: tabular-nums; padding: .5rem 1rem; min-height: 4.25rem; background: var(--panel); }
.sum { position: relative; display: block; }
.sum > span { position: absolute; left: 1rem; top: 50%; transform: translateY(-50%); color: var(--muted); }
.choice { display: flex; flex-wrap: wrap; gap: .5rem; }
.choice label { position: relative; display: inline-flex; min-width: 0; max-width: 100%; }
.choice input { position: absolute; inset: 0; width: 100%; height: 100%; min-height: 0; margin: 0; opacity: 0; cursor: pointer; }
.choice span {
  display: inline-flex; align-items: center; min-height: 2.75rem; padding: .4rem .9rem; border: 1px solid var(--edge);
  border-radius: 1.4rem; min-width: 0; max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
}
.likely { flex-wrap: nowrap; overflow-x: auto; margin: 0 -1rem; padding: 0 1rem; scrollbar-width: none; }
.likely label { flex: none; max-width: 12rem; }
.choice input:checked + span { background: var(--tint); border-color: var(--accent); color: var(--accent); font-weight: 600; }
.choice input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: 2px; }
.choice.even label { flex: 1 1 0; } .choice.even span { width: 100%; justify-content: center; }

.note { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1rem; border: 1px solid var(--accent); border-radius: .6rem; background: var(--tint); padding: .5rem .9rem; margin: .5rem 0; min-height: 3.25rem; overflow-wrap: anywhere; }
.note.bad { border-color: var(--negative); background: none; }
.note p { margin: 0; } .note form { margin: 0; }

ul.rows { list-style: none; margin: 0; padding: 0; }
ul.rows > li { display: flex; align-items: center; gap: .5rem; border-bottom: 1px solid var(--line); min-height: 3.5rem; }
ul.rows > li > a:not(.button), ul.rows .row { flex: 1 1 auto; min-width: 0; min-height: 3.5rem; display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; align-content: center; gap: 0 .75rem; padding: .45rem 0; color: inherit; text-decoration: none; }
ul.rows .name { overflow-wrap: anywhere; }
ul.rows .under { grid-column: 1 / -1; color: var(--muted); font-size: .85rem; overflow-wrap: anywhere; }
ul.rows .money { font-weight: 600; text-align: right; }
ul.rows form { margin: 0; flex: none; }
ul.rows button { min-height: 2.75rem; }
ul.rows > li > button { flex: none; }
ul.pick button.row { border: 0; border-radius: 0; padding: .45rem 0; color: inherit; text-align: left; font-weight: 400; white-space: normal; }
meter { grid-column: 1 / -1; width: 100%; height: .4rem; margin-top: .3rem; border: 0; border-radius: .2rem; background: var(--line); }
meter::-webkit-meter-bar { height: .4rem; border: 0; border-radius: .2rem; background: var(--line); }
meter::-webkit-meter-optimum-value, meter::-webkit-meter-suboptimum-value { border-radius: .2rem; background: var(--accent); }
meter::-moz-meter-bar { border-radius: .2rem; background: var(--accent); }
.months { display: flex; align-items: center; gap: .25rem; }
.figure { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: .6rem; padding: .75rem 1rem; margin: .25rem 0; }
.figure b { font-size: 1.5rem; font-variant-numeric: tabular-nums; }
table { width: 100%; border-collapse: collapse; }
table.change td, table.change th { padding: .6rem 0; border-bottom: 1px solid var(--line); text-align: right; font-weight: 400; }
table.change th { text-align: left; overflow-wrap: anywhere; padding-right: .75rem; }
table.change td:last-child { font-weight: 600; }
.actions { display: flex; gap: .75rem; margin: 1rem 0; } .actions > * { flex: 1 1 auto; }
@media (min-width: 48rem) {
  .save { bottom: 0; }
  body { padding: 3.75rem 0 2rem; }
  nav.tabs { inset: 0 0 auto; border-top: 0; border-bottom: 1px solid var(--line); }
  nav.tabs a { flex-direction: row; gap: .5rem; font-size: .95rem; }
}
`
