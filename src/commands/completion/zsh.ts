import { printed } from './script.ts'

export const zsh = printed('zsh', '"${fpath[1]}/_budget"')
