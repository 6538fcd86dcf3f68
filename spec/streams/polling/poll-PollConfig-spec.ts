import { EMPTY } from 'rxjs'
import { decodeOptions } from '../../../lib/base/error/decodeOptions.js'
import { pollConfig } from '../../../lib/streams/polling/poll.js'

const issuesOf = (config: object): unknown => {
  try {
    return decodeOptions(pollConfig, config)
  } catch (error) {
    return (error as { readonly issues?: unknown }).issues
  }
}

describe('pollConfig', () => {
  it('accepts nothing at all, and every option', () => {
    const all = {
      every: 100,
      until: () => true,
      deadline: 0,
      trigger$: EMPTY,
      timeout: 1,
      headers: { 'X-Trace': '7' },
    }
    expect(decodeOptions(pollConfig, {})).toEqual({})
    expect(decodeOptions(pollConfig, all)).toEqual(all)
  })

  it.each([
    ['every', 99],
    ['until', true],
    ['deadline', -1],
    ['trigger$', 'often'],
    ['timeout', 0],
    ['headers', { Authorization: 'Bearer t' }],
    ['evry', 100],
  ])('refuses %s: %p', (name, value) => {
    expect(issuesOf({ [name]: value })).toEqual([
      { path: expect.stringMatching(`^/${name.replace('$', '.')}`), expected: expect.any(String) },
    ])
  })
})
