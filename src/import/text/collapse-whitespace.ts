/** A text of a file on one line. */
// Control characters could move the cursor of whoever reads the row. docs/spec.md#d12
export const collapseWhitespace = (text: string): string =>
  // Nearly every text is plain ASCII with single blanks, and stays as it is.
  /[^ -~]|  /.test(text) ? text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/gu, ' ').trim() : text
