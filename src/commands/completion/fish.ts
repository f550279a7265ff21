import { printed } from './script.ts'

export const fish = printed('fish', '~/.config/fish/completions/budget.fish')
