import { firstId } from './transactions.mjs'

/** Counts the rows of a list and sums up their ids, so that no side is quick because it reads less. */
export const tally = () => {
  let count = 0
  let sum = 0
  const addOne = ({ id }) => {
    count += 1
    sum += id - firstId
  }
  return {
    addOne,
    add: (rows) => rows.forEach(addOne),
    /** Throws unless it saw each of a list's first rows, so many of them, once. */
    expect: (rows) => {
      if (count !== rows || sum !== (rows * (rows - 1)) / 2)
        throw new Error(`it saw ${count} rows, some of them not those of the list, which has ${rows}`)
    },
  }
}
