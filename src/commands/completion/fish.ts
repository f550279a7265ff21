import { definePrintCommand } from './shared/print-script.ts'

export const fish = definePrintCommand('fish', '~/.config/fish/completions/budget.fish')
