import type { Issue } from '../../../lib/base/codec/issues.js'
import { describeIssues } from '../../../lib/base/error/describeIssues.js'

const rows = (count: number, field = 'id', expected = 'id'): ReadonlyArray<Issue> =>
  Array.from({ length: count }, (_, row) => ({ path: `/resources/${String(row)}/${field}`, expected }))

describe('issuesInWords', () => {
  it('says where each is, and what was expected', () => {
    const issues = [...rows(1), { path: '/pagination', expected: 'pagination' }]
    expect(describeIssues(issues)).toBe('/resources/0/id: expected id; /pagination: expected pagination')
    expect(describeIssues([])).toBe('')
  })

  it('tells rows that are wrong alike as one', () => {
    const issues = [...rows(3), ...rows(2, 'id', 'number'), ...rows(1, 'date', 'date'), ...rows(2, 'tags/7')]
    expect(describeIssues(issues)).toBe(
      '/resources/*/id: expected id (3 times); /resources/*/id: expected number (2 times); ' +
        '/resources/0/date: expected date; /resources/*/tags/*: expected id (2 times)',
    )
  })

  it('says that there may be more if no more was looked for', () => {
    expect(describeIssues(rows(10))).toBe('/resources/*/id: expected id (10 times or more)')
    expect(describeIssues(rows(9))).toBe('/resources/*/id: expected id (9 times)')
  })

  it('takes no number within a name for a row', () => {
    const issues = [1, 2].map((n) => ({ path: `/line/${String(n)}a`, expected: 'id' }))
    expect(describeIssues(issues)).toBe('/line/1a: expected id; /line/2a: expected id')
  })

  it('has an end, however many there are', () => {
    const issues = Array.from({ length: 500 }, (_, n) => ({ path: `/field${String(n)}`, expected: 'id' }))
    expect(describeIssues(issues)).toMatch(/^\/field0: .+; \/field9: expected id; and 490 more$/)
  })
})
