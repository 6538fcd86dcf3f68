import { adjacentPages } from '../../lib/http/adjacentPages.js'

describe('adjacentPages', () => {
  it.each([
    [1, { previous: 1, next: 2 }],
    [2, { previous: 1, next: 3 }],
    [7, { previous: 6, next: 8 }],
  ])('gives the numbers before and after page %d', (number, expected) => {
    expect(adjacentPages(number)).toEqual(expected)
  })
})
