import { printed } from './shared/print-script.ts'

export const fish = printed('fish', '~/.config/fish/completions/budget.fish')
