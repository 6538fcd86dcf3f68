import picocolors from 'picocolors'
import { jsonLine } from '../output/jsonLine.js'
import { csv } from './csv.js'
import { resourceTable } from './resourceTable.js'
import { wireRow } from './wireRow.js'

/** The options that determine how rows are written. */
export interface RowFormatOptions {
  readonly csv: boolean | undefined
  readonly json: boolean | undefined
  readonly output: string | undefined
}

/** Turns the resources of a page into lines. */
export type RowFormat = (resources: ReadonlyArray<unknown>) => ReadonlyArray<string>

/**
 * The format of a list: CSV or lines of JSON, if an option says so; otherwise a table on a terminal, and lines of JSON
 * elsewhere.
 */
export const rowFormat = (options: RowFormatOptions, { isTTY, columns }: NodeJS.WriteStream): RowFormat => {
  if (options.csv !== true && (options.json === true || options.output !== undefined || !isTTY))
    return (resources) => resources.map(jsonLine)
  const lines = options.csv === true ? csv() : resourceTable(columns || 80, picocolors)
  return (resources) => lines(resources.map(wireRow))
}
