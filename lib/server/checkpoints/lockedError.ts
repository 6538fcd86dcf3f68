import { CheckpointError } from './CheckpointError.js'
import { lockOwner, parseOwner } from './lockOwner.js'
import type { NotRegularFile } from './openRegular.js'

/** Describes the owner of a lock. */
const describeOwner = (text: string): string => {
  const [owner, own] = [parseOwner(text), lockOwner()]
  if (owner === undefined) return 'another program'
  const pid = `process ${String(owner.pid)}`
  if (owner.host !== own.host) return `${pid} on ${owner.host}`
  if (owner.pidNamespace !== own.pidNamespace) return `${pid} of another container`
  return owner.pid === own.pid ? 'another thread of this process' : pid
}

/** The error for a file that another owner has locked, or whose lock is not a regular file. */
export const lockedError = (file: string, lock: string, holder: string | NotRegularFile): CheckpointError => {
  const remedy = `use another file, or remove ${lock} if nothing uses it any more`
  const detail =
    typeof holder === 'string'
      ? `${describeOwner(holder)} uses it; end that process, ${remedy}`
      : `its lock is ${holder.kind}, not a file of this store; end the program that created it, ${remedy}`
  return new CheckpointError({ reason: 'locked', file, detail })
}
