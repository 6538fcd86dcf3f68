import { right } from 'fp-ts/lib/Either.js'
import { decode } from '../../../lib/base/codec/decode.js'
import { withMismatchListener } from '../../../lib/base/codec/issues.js'
import { category } from '../../../lib/service/model/Category.js'
import { isTotal, refusesEachField, roundTrips } from '../../base/codec/laws.js'
import { samples } from './samples.js'

describe('category', () => {
  it('keeps the laws', () => {
    roundTrips(category)
    isTotal(category)
  })

  it('requires only what is sure, refuses what is shown and of a wrong type, and keeps what is assumed', () => {
    refusesEachField(category, { id: 1 })
    expect(category.decode({ id: 1 })).toStrictEqual(right({ id: 1 }))
  })

  it('decodes an answer', () => {
    expect(category.decode(samples.category)).toStrictEqual(right(samples.category))
  })

  it('keeps those below as they came if one of them is wrong, and leaves out a name that is no text', () => {
    const reported: Array<string> = []
    const row = { id: 2, categories: [{ id: '3' }, { name: 'x' }] }
    expect(
      withMismatchListener(
        (path) => reported.push(path),
        () => decode(category, row),
      ),
    ).toStrictEqual(right(row))
    expect(reported).toEqual(['/categories'])
    expect(decode(category, { id: 2, name: 7 })).toStrictEqual(right({ id: 2 }))
  })

  it('tells where a name of a category below is no text', () => {
    const reported: Array<string> = []
    const row = { id: 2, name: 'Income', categories: [{ id: 3, name: 7 }] }
    const read = withMismatchListener(
      (path) => reported.push(path),
      () => decode(category, row),
    )
    expect(read).toStrictEqual(right({ id: 2, name: 'Income', categories: [{ id: 3 }] }))
    expect(new Set(reported)).toEqual(new Set(['/categories/*/name']))
  })
})
