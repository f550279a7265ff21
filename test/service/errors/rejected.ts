/** Builds the requests of the tests of refused requests. */

/** A request, the detail of its error, and the request's body; ids are written as `$food`. */
export type Refusal = [call: string, detail: string, body?: unknown]

export const amountWords = 'must be a decimal string in the workspace currency'
export const dateWords = 'must be a date in the form YYYY-MM-DD'
export const notesWords = 'must be null or a string of at most 500 characters'

/** A valid transaction. */
export const draft = { account_id: '$checking', date: '2026-11-03', amount: '-1' }

/** The body of one transaction, with some fields changed. */
export const one = (fields: object): unknown => ({ transaction: { ...draft, ...fields } })

/** The body of a transfer, with some fields changed. */
export const transfer = (fields: object): unknown => ({
  transaction: {
    type: 'transfer',
    from_account_id: '$checking',
    to_account_id: '$savings',
    amount: '1',
    date: '2026-11-03',
    ...fields,
  },
})
