import { test } from 'vitest'
import { readStatement } from '../../src/import/reading.ts'
import { sortRows, rowsToBook } from '../../src/import/sorted.ts'
test('perf', () => {
  const rows = Array.from({length: 100000}, (_, i) => `<STMTTRN>\n<TRNTYPE>DEBIT\n<DTPOSTED>2026${String(12-Math.floor(i/8400)).padStart(2,'0')}15120000[-5:EST]\n<TRNAMT>-${i%90+1}.50\n<FITID>ID${i}\n<NAME>SHOP ${i%300} &amp; SONS\n<MEMO>Some memo of a usual length ${i}\n</STMTTRN>\n`)
  const text = `OFXHEADER:100\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>${rows.join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
  const b = new TextEncoder().encode(text)
  const m0 = process.memoryUsage().rss
  let t = Date.now()
  const s = readStatement(b, {}, 'USD'); console.log('read', Date.now()-t, b.length/1e6); t = Date.now()
  const sorted = sortRows(s, {}); console.log('sort', Date.now()-t, sorted.size, sorted.places.length); t = Date.now()
  let n = 0; let prev = '~'; for (const r of rowsToBook(s, sorted)) { n++; if (n===1||n===100000) console.log(r.row, r.line, r.date) } 
  console.log('book', Date.now()-t, n, (process.memoryUsage().rss-m0)/1e6)
}, 100000)
