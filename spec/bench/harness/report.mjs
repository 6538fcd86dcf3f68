import { rmSync } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'

/** What the JSON holds of a bar, in the row that it is about. */
const barOf = ({ against, most, least, of, note, reached, range, holds }) => ({
  ...(of === 'ratio' && against !== undefined ? { against } : { of }),
  ...(most === undefined ? { least } : { most }),
  reached,
  range,
  holds,
  ...(note === undefined ? {} : { note }),
})

const toRows = ({ rows, bars }) =>
  rows.map((row) => {
    const own = bars.filter(({ suite, name, unit }) => suite === row.suite && name === row.name && unit === row.unit)
    return { ...row, ...(own.length === 0 ? {} : { bars: own.map(barOf) }) }
  })

/**
 * The file for the figures, which is written whole or not at all: beside it first, then moved there.
 *
 * Where nothing can be written, that is known before anything is measured.
 */
export const openReport = async (file) => {
  if (file === undefined) return { write: async () => {} }
  const scratch = `${file}.${process.pid}.tmp`
  const refuse = (reason) => {
    throw new Error(`--json: ${reason}`)
  }
  if ((await stat(file).catch(() => undefined))?.isDirectory()) refuse(`${file} is a directory`)
  const handle = await open(scratch, 'wx').catch(({ message }) => refuse(message))
  process.once('exit', () => rmSync(scratch, { force: true }))
  return {
    write: async (measured) => {
      await handle.writeFile(`${JSON.stringify(measured.flatMap(toRows), null, 2)}\n`)
      await handle.sync()
      await handle.close()
      await rename(scratch, file)
    },
  }
}
