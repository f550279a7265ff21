import { printed } from './shared/print-script.ts'

export const bash = printed('bash', '~/.local/share/bash-completion/completions/budget')
