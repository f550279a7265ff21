/** Holds the style sheet of the page: light, dark and printed on A4. */

/** The classes of the series of a chart, in their order. Dash patterns tell them apart without colors. */
export const seriesClasses = ['s0', 's1', 's2', 's3', 's4', 's5'] as const

/** The colors of everything that a browser shows, light and dark. */
export const designTokens = `:root {
  color-scheme: light dark;
  --background: #ffffff; --text: #1b1f24; --muted: #57606a; --line: #d0d7de; --edge: #7d8590; --panel: #f6f8fa;
  --negative: #b3261e; --link: #0b57d0; --shade: rgb(0 0 0 / .22);
  --c0: #0b62a8; --c1: #b85000; --c2: #00755a; --c3: #8f3b76; --c4: #6b5a00; --c5: #4a5560;
}
@media (prefers-color-scheme: dark) {
  :root {
    --background: #0f1419; --text: #e6e9ed; --muted: #a3adb8; --line: #333c46; --edge: #6e7681; --panel: #171d24;
    --negative: #ff9a90; --link: #8ab4f8; --shade: rgb(255 255 255 / .28);
    --c0: #6cb8ff; --c1: #ffa657; --c2: #4fd1a5; --c3: #e39bcb; --c4: #d9c556; --c5: #a9b4bf;
  }
}`

/** The style sheet. */
export const styleSheet = `
${designTokens}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 60rem;
  background: var(--background); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0; }
h2 { font-size: 1.25rem; margin: 0; }
h3 { font-size: 1rem; margin: 1rem 0 0; }
header p, .definition, .notes, footer { color: var(--muted); }
header p { margin: .25rem 0 0; }
a { color: var(--link); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 1rem 0 0; padding: 0; list-style: none; }
section { margin-top: 2.75rem; border-top: 1px solid var(--line); padding-top: 1.25rem; }
.definition { margin: .25rem 0 1rem; max-width: 45rem; font-size: .9rem; }
.glance { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0; }
.glance div { flex: 1 1 11rem; background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; }
.glance dt { color: var(--muted); font-size: .85rem; }
.glance dd { margin: 0; font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.glance .was { color: var(--muted); font-size: .85rem; font-weight: 400; }
.scroll {
  overflow-x: auto;
  background:
    linear-gradient(to right, var(--background) 40%, transparent) left / 2.5rem 100% no-repeat local,
    linear-gradient(to left, var(--background) 40%, transparent) right / 2.5rem 100% no-repeat local,
    linear-gradient(to right, var(--shade), transparent) left / .9rem 100% no-repeat scroll,
    linear-gradient(to left, var(--shade), transparent) right / .9rem 100% no-repeat scroll;
}
.scroll:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--muted); font-size: .85rem; padding-bottom: .35rem; }
th, td { padding: .3rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
thead th { color: var(--muted); font-weight: 500; white-space: nowrap; }
tbody th[scope=row] { font-weight: 400; overflow-wrap: anywhere; min-width: 8rem; }
tbody th[scope=rowgroup] { padding-top: .9rem; }
td { overflow-wrap: break-word; max-width: 16rem; }
.n { text-align: right; white-space: nowrap; overflow-wrap: normal; }
.d { white-space: nowrap; }
.neg { color: var(--negative); }
tfoot th, tfoot td { font-weight: 600; border-top: 2px solid var(--line); border-bottom: 0; }
.notes { margin: .75rem 0 0; padding-left: 1.1rem; font-size: .9rem; }
figure { margin: 0 0 1rem; }
figure > svg { display: block; width: 100%; height: auto; }
figure > .narrow { display: none; }
figcaption { display: flex; flex-wrap: wrap; gap: .15rem 1.25rem; font-size: .85rem; color: var(--muted); }
figcaption svg { display: inline-block; width: 2rem; height: .7rem; vertical-align: baseline; margin-right: .35rem; }
svg text { fill: var(--muted); font-size: 12px; font-family: inherit; }
svg text.v { fill: var(--text); }
svg .grid { stroke: var(--line); stroke-width: 1; }
svg .zero { stroke: var(--muted); stroke-width: 1; }
svg .line { fill: none; stroke-width: 2.25; stroke-linejoin: round; stroke-linecap: round; }
svg .s0 { stroke: var(--c0); } svg .s1 { stroke: var(--c1); stroke-dasharray: 7 4; }
svg .s2 { stroke: var(--c2); stroke-dasharray: 2 4; } svg .s3 { stroke: var(--c3); stroke-dasharray: 10 4 2 4; }
svg .s4 { stroke: var(--c4); stroke-dasharray: 4 4; } svg .s5 { stroke: var(--c5); stroke-dasharray: 1 3; }
svg .dot, svg .bar { stroke-dasharray: none; }
svg .bar { stroke-width: 1.5; fill-opacity: .55; }
svg .dot.s0, svg .bar.s0 { fill: var(--c0); } svg .dot.s1, svg .bar.s1 { fill: var(--c1); }
svg .dot.s2, svg .bar.s2 { fill: var(--c2); } svg .dot.s3, svg .bar.s3 { fill: var(--c3); }
svg .dot.s4, svg .bar.s4 { fill: var(--c4); } svg .dot.s5, svg .bar.s5 { fill: var(--c5); }
svg .bar.s1 { fill-opacity: .2; } svg .bar.s2 { fill-opacity: .8; }
svg .dot.part, svg .bar.part { fill-opacity: .1; }
svg .bar.part { stroke-dasharray: 3 2; }
.spark { width: 6rem; height: 1.25rem; vertical-align: middle; }
.spark .line { stroke-width: 1.5; stroke-dasharray: none; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; font-size: .85rem; }
@media screen and (max-width: 44rem) {
  figure > .wide { display: none; }
  figure > .narrow { display: block; }
  .glance div { flex-basis: 8rem; }
  table, caption, tbody, tfoot { display: block; }
  thead, td:empty { display: none; }
  tr {
    display: grid; grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr)); gap: .15rem .75rem;
    padding: .5rem 0; border-bottom: 1px solid var(--line);
  }
  th, td, tfoot th, tfoot td { padding: 0; border: 0; }
  tbody th[scope=row], tfoot th, tbody th[scope=rowgroup] { grid-column: 1 / -1; }
  tbody th[scope=row] { font-weight: 600; }
  tfoot { border-top: 2px solid var(--line); }
  td, .n { text-align: left; white-space: normal; overflow-wrap: anywhere; }
  td[data-h]::before { content: attr(data-h); display: block; color: var(--muted); font-size: .8rem; }
}
@media print {
  @page { size: A4; margin: 15mm; }
  :root {
    --background: #fff; --text: #000; --muted: #333; --line: #999; --panel: #fff; --negative: #8b0000; --link: #000;
    --c0: #0b62a8; --c1: #b85000; --c2: #00755a; --c3: #8f3b76; --c4: #6b5a00; --c5: #4a5560;
  }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav { display: none; }
  section { margin-top: 1.25rem; padding-top: .75rem; }
  h2, .definition, figure, tr, .glance div { break-inside: avoid; }
  h2, .definition, figure, caption { break-after: avoid; }
  thead { display: table-header-group; }
  tfoot { display: table-row-group; }
  .scroll { overflow: visible; background: none; }
  table { font-size: 8.5pt; }
  th, td { padding: .15rem .35rem; }
}
`
