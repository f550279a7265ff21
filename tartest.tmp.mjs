// src/export/archive/tar.ts
import { createTarDecoder, packTar } from "modern-tar";

// src/contract/errors.ts
var UserError = class extends Error {
  name = "UserError";
  kind;
  hint;
  field;
  rows;
  constructor(kind, message, details = {}) {
    super(message);
    this.kind = kind;
    this.hint = details.hint;
    this.field = details.field;
    this.rows = details.rows;
  }
};

// src/export/archive/tar.ts
var END_BYTES = 1024;
var TAR_END = "\0".repeat(END_BYTES);
var decoder = new TextDecoder("utf-8", { ignoreBOM: true });
async function packFile(name, content) {
  const body = new TextEncoder().encode(content);
  const header = { name, size: body.length, mtime: /* @__PURE__ */ new Date(0), mode: 384 };
  const tar2 = await packTar([{ header, body }]);
  return decoder.decode(tar2.subarray(0, tar2.length - END_BYTES));
}
var MAX_FILES = 1e4;
async function unpackFiles(tar2) {
  const files = /* @__PURE__ */ new Map();
  const decoder2 = createTarDecoder({ strict: true });
  const writer = decoder2.writable.getWriter();
  void writer.write(tar2).catch(() => void 0);
  void writer.close().catch(() => void 0);
  try {
    for await (const { header, body } of decoder2.readable) {
      const bytes = await readBody(body);
      if (header.type !== void 0 && header.type !== "file") continue;
      if (files.has(header.name)) throw invalidArchive(`it has two files "${header.name}"`);
      if (files.size === MAX_FILES) throw invalidArchive(`it has more than ${MAX_FILES} files`);
      files.set(header.name, { path: header.name, bytes });
    }
  } catch (error) {
    if (error instanceof UserError || !(error instanceof Error)) throw error;
    throw invalidArchive("it is damaged or cut off");
  }
  return [...files.values()];
}
var invalidArchive = (problem) => new UserError("invalid", `The archive cannot be read: ${problem}`, {
  hint: "Write it again with budget export all -o home.tar"
});
async function readBody(body) {
  const chunks = [];
  for await (const chunk of body) chunks.push(chunk);
  const [only] = chunks;
  return chunks.length === 1 && only ? only : Buffer.concat(chunks);
}

// test/tartest.tmp.ts
var parts = [await packFile("a.ndjson", "x".repeat(2e7)), await packFile("b.ndjson", ""), await packFile("transactions/2026-01.ndjson", "h\xE9\n")];
var tar = Buffer.from(parts.join("") + TAR_END);
var t = performance.now();
var r = await unpackFiles(tar);
console.log(r.map((f) => [f.path, f.bytes.length, f.bytes.buffer === tar.buffer]), performance.now() - t);
for (const bad of [tar.subarray(0, 1e3), tar.subarray(0, 3e6), Buffer.from("PK this is a zip".repeat(100)), Buffer.alloc(0), Buffer.alloc(512), Buffer.from('{"a":1}\n'), tar.subarray(0, tar.length - 700), Buffer.concat([tar.subarray(0, 100), Buffer.from("X"), tar.subarray(101)])])
  console.log(await unpackFiles(bad).then((f) => f.map((x) => [x.path, x.bytes.length]), (e) => String(e)));
var two = Buffer.from(parts[2] + parts[2] + TAR_END);
console.log(await unpackFiles(two).catch(String));
