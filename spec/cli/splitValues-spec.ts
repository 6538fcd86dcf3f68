import { splitValues } from '../../lib/cli/splitValues.js'

describe('splitValues', () => {
  it('parts names from values', () => {
    expect(splitValues(['pull', '--limit=5', '--output=a=b', '-q', '--since='])).toStrictEqual([
      'pull',
      '--limit',
      '5',
      '--output',
      'a=b',
      '-q',
      '--since',
      '',
    ])
  })

  it('leaves what stands behind -- as it is', () => {
    expect(splitValues(['--a=1', '--', '--b=2'])).toStrictEqual(['--a', '1', '--', '--b=2'])
  })
})
