import { printed } from './script.ts'

export const bash = printed('bash', '~/.local/share/bash-completion/completions/budget')
