/** The prompts that a user can choose in a client. */

interface PromptText {
  name: string
  title: string
  description: string
  text: string
}

/** The prompts, in the order in which clients list them. */
export const prompts: readonly PromptText[] = [
  {
    name: 'weekly-routine',
    title: 'Weekly routine',
    description: 'Categorize what is new, cover overspending, look ahead',
    text: `Go through my budget for this week.
1. overview, then find_problems.
2. find_transactions with needs_review: propose a category for each row, and ask me where you are unsure.
3. If categories are overspent, propose where the money comes from.
4. Draft everything in one draft with draft_changes, show me before and after, and tell me how to apply it.`,
  },
  {
    name: 'month-end',
    title: 'Month end',
    description: 'Close the month: nothing overspent, nothing without a category, next month assigned',
    text: `Help me to close the month.
1. overview and report summary: what came in, what went out, what is left.
2. find_problems: everything overspent or without a category is settled first.
3. report spending with compare previous: what was unusual?
4. Propose what to assign to next month by targets and by what I spent on average. Draft it.`,
  },
  {
    name: 'why-is-my-budget-wrong',
    title: 'Why is my budget wrong?',
    description: 'Find why a figure is not what I expect',
    text: `A figure of my budget is not what I expect. Ask me which one and what I expected.
Use explain for Ready to Assign, a category, or an account with the balance that the bank shows. Then look for duplicates and transfers entered twice with find_problems. Show the parts that add up, and draft the correction only if the cause is clear.`,
  },
]
