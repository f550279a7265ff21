/** Tests that the decisions about the rows of a file are kept apart from those of the inbox. */

import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openReviewDrafts } from '../../src/store/review-drafts.ts'
import { withFolder } from '../support/temporary-directory.ts'

it('keeps the decisions of each import apart, and leaves no lock of it behind', () =>
  withFolder(async (folder) => {
    const inbox = openReviewDrafts(folder, 'home')
    const file = openReviewDrafts(folder, 'home', 'abc')
    expect(() => openReviewDrafts(folder, 'home', 'abc')).toThrow('Another review of this workspace is open')
    file.save([{ id: '1', seen: 'a', decision: '{}' }])
    expect(inbox.list()).toEqual([])
    file.close()
    inbox.close()
    expect(readdirSync(folder).filter((name) => name.includes('abc'))).toEqual([])
    const again = openReviewDrafts(folder, 'home', 'abc')
    expect(again.list()).toEqual([{ id: '1', seen: 'a', decision: '{}' }])
    again.close()
  }))
