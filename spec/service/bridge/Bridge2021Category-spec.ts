import { left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode } from '../../../lib/base/codec/decode.js'
import { id } from '../../../lib/base/codec/id.js'
import { record } from '../../../lib/base/codec/record.js'
import {
  bridge2021Category,
  bridge2021CategoryGroup,
  categoriesOfGroup,
} from '../../../lib/service/bridge/Bridge2021Category.js'
import { isTotal } from '../../base/codec/laws.js'

const group = bridge2021CategoryGroup(bridge2021Category)
const income = { id: 2, name: 'Income', categories: [{ id: 3, name: 'Salary' }] }

describe('a category with those below it', () => {
  it('decodes with all its fields, and any JSON to Left or Right', () => {
    const more = { ...income, id: '2', colour: 'green', categories: [{ id: '3', name: 'Salary', colour: 'blue' }] }
    expect(group.decode(more)).toStrictEqual(
      right({ ...more, id: 2, categories: [{ id: 3, name: 'Salary', colour: 'blue' }] }),
    )
    isTotal(group)
  })

  it('may have none below it, but says so', () => {
    expect(group.decode({ ...income, categories: [] })).toStrictEqual(right({ ...income, categories: [] }))
    expect(decode(group, { id: 2, name: 'Income' })).toMatchObject({ left: [{ path: '/categories' }] })
  })

  it('says where a category is wrong, above or below', () => {
    const wrong = { ...income, name: null, categories: [{ id: 3 }] }
    expect(decode(group, wrong)).toStrictEqual(
      left([
        { path: '/name', expected: 'string' },
        { path: '/categories/0/name', expected: 'string (missing)' },
      ]),
    )
  })

  it('is made of the codec of its categories, above and below', () => {
    const own = bridge2021CategoryGroup(record('own', { id, colour: t.string }, {}))
    expect(decode(own, income)).toMatchObject({ left: [{ path: '/colour' }, { path: '/categories/0/colour' }] })
  })
})

describe('the categories of a group', () => {
  it('are the one above and those below, which say what they are below', () => {
    expect(categoriesOfGroup(income)).toStrictEqual([
      { id: 2, name: 'Income' },
      { id: 3, name: 'Salary', parent_id: 2 },
    ])
  })
})
