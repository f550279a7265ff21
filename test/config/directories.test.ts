/** Tests the directories of settings, workspaces and state on each platform. */

import { expect, test } from 'vitest'
import { requireDirectory, resolveDirectories } from '../../src/config/directories.ts'
import { UserError } from '../../src/contract/errors.ts'

test('without any setting, things live in the usual places of the home directory', () => {
  const expected = {
    config: '/home/ada/.config/budget',
    data: '/home/ada/.local/share/budget',
    state: '/home/ada/.local/state/budget',
  }
  expect(resolveDirectories({}, '/home/ada', 'linux')).toEqual(expected)
  expect(resolveDirectories({}, '/home/ada', 'darwin')).toEqual(expected)
})

test('XDG directories are used when they are absolute', () => {
  const env = { XDG_CONFIG_HOME: '/xdg/config', XDG_DATA_HOME: 'relative', XDG_STATE_HOME: '' }
  expect(resolveDirectories(env, '/home/ada', 'linux')).toEqual({
    config: '/xdg/config/budget',
    data: '/home/ada/.local/share/budget',
    state: '/home/ada/.local/state/budget',
  })
})

test('on Windows, things live where Windows keeps them', () => {
  expect(resolveDirectories({ APPDATA: 'C:\\Roaming' }, 'C:\\Users\\ada', 'win32')).toEqual({
    config: 'C:\\Roaming\\budget',
    data: 'C:\\Users\\ada\\AppData\\Local\\budget\\data',
    state: 'C:\\Users\\ada\\AppData\\Local\\budget\\state',
  })
})

test('our own variables win over everything, and need no home', () => {
  const env = {
    BUDGET_CONFIG_DIR: '/a',
    BUDGET_DATA_DIR: '/b',
    BUDGET_STATE_DIR: '/c',
    XDG_CONFIG_HOME: '/xdg',
  }
  expect(resolveDirectories(env, undefined, 'linux')).toEqual({ config: '/a', data: '/b', state: '/c' })
  expect(resolveDirectories(env, undefined, 'win32')).toEqual({ config: '/a', data: '/b', state: '/c' })
})

test('a home is missed only where it is needed', () => {
  const known = resolveDirectories({ BUDGET_DATA_DIR: '/b' }, undefined, 'linux')
  expect(known).toEqual({ config: undefined, data: '/b', state: undefined })
  expect(requireDirectory(known, 'data')).toBe('/b')
  expect(() => requireDirectory(known, 'config')).toThrow(UserError)
  expect(() => requireDirectory(known, 'config')).toThrow(
    'Cannot find the config directory: there is no home directory',
  )
})
