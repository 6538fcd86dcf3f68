import { defer, map, type Observable, of, share, take, throwIfEmpty } from 'rxjs'
import { observable } from '../../base/codec/observable.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import { portClosed } from './endings.js'
import { type PortLike, portLike } from './Port.js'
import { type RemoteSession, remoteSession } from './remoteSession.js'

const ports = observable<Observable<PortLike>>('a MessagePort, or an Observable of them')

/**
 * Emits the session in use and completes: that of the port, or, for a stream of ports, that of its first port. The
 * stream is subscribed to again when the last session has ended; all who wait for a port at the same time share the
 * subscription.
 */
export const remoteSessions = (given: PortLike | Observable<PortLike>): Observable<RemoteSession> => {
  let current: RemoteSession | undefined

  const open = (port: PortLike): RemoteSession => {
    if (!portLike.is(port)) throw wrongOption('/port', portLike.name)
    return (current = remoteSession(port))
  }

  if (portLike.is(given)) return defer(() => of(current ?? open(given)))
  if (!ports.is(given)) throw wrongOption('/port', ports.name)
  const opened = given.pipe(
    take(1),
    map(open),
    throwIfEmpty(() => portClosed('port')),
    share(),
  )
  return defer(() => (current?.isOpen() === true ? of(current) : opened))
}
