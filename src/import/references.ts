/** References that tell one transaction from all others, in this file and in every other. */ // import.md §3

// A counter begins again in the next file, and a payer's words come again next month; both would hide a new row as known.
const GIVEN_BY_BANK = /^(?=(?:\D*\d){4})\S{6,}$/

/** May this be what a bank called one transaction and no other? */
export const identifies = (reference: string): boolean => GIVEN_BY_BANK.test(reference)
