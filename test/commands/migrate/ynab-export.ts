/** A small budget in the form of YNAB's export: a card, a split, and a transfer. */

/** The register. */
export const registerCsv = `"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"
"Checking","","10/01/2026","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","",€0.00,€1000.00,"Cleared"
"Checking","red","10/13/2026","Market","Everyday: Groceries","Everyday","Groceries","Chicken",€21.05,€0.00,"Cleared"
"Visa","","10/14/2026","Shop","Everyday: Groceries","Everyday","Groceries","Split (1/2) a",€10.00,€0.00,"Cleared"
"Visa","","10/14/2026","Shop","Everyday: Fun","Everyday","Fun","Split (2/2) b",€5.00,€0.00,"Uncleared"
"Checking","","10/15/2026","Transfer : Visa","","","","",€15.00,€0.00,"Cleared"
"Visa","","10/15/2026","Transfer : Checking","","","","",€0.00,€15.00,"Cleared"
"Visa","","10/16/2026","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","",€0.00,€0.00,"Reconciled"
`

/** The plan. */
export const planCsv = `"Month","Category Group/Category","Category Group","Category","Assigned","Activity","Available"
"Oct 2026","Credit Card Payments: Visa","Credit Card Payments","Visa",€0.00,€0.00,€0.00
"Oct 2026","Everyday: Groceries","Everyday","Groceries",€100.00,-€31.05,€68.95
"Oct 2026","Everyday: Fun","Everyday","Fun",€5.00,-€5.00,€0.00
"Nov 2026","Credit Card Payments: Visa","Credit Card Payments","Visa",€0.00,€0.00,€0.00
"Nov 2026","Everyday: Groceries","Everyday","Groceries",€0.00,€0.00,€68.95
"Nov 2026","Everyday: Fun","Everyday","Fun",€0.00,€0.00,€0.00
`
