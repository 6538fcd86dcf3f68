import type { LineEdges } from './limitLines.js'

const id = String.raw`"id"\s*:\s*(-?(?:0|[1-9]\d*)|"[^"\\\p{Cc}]*")`
const version = String.raw`"jsonrpc"\s*:\s*"2\.0"`
const atStart = new RegExp(String.raw`^\s*\{\s*(?:${version}\s*,\s*)?${id}\s*,`, 'u')
const atEnd = new RegExp(String.raw`,\s*${id}\s*(?:,\s*${version}\s*)?\}\s*$`, 'u')

/** The id of a JSON-RPC request of which only the ends are known: clients write it first or last. */
export const requestId = ({ start, end }: LineEdges): string | number | undefined => {
  const found = (atStart.exec(start) ?? atEnd.exec(end))?.[1]
  return found === undefined ? undefined : (JSON.parse(found) as string | number)
}
