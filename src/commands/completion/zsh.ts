import { printed } from './shared/print-script.ts'

export const zsh = printed('zsh', '"${fpath[1]}/_budget"')
