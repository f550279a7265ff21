/** Recognizes a book of GnuCash as XML. */

const XML_BOOK = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<gnc-v2\b/

/** True for the text of a book. */
export const isGnuCashXml = (text: string): boolean => XML_BOOK.test(text)
