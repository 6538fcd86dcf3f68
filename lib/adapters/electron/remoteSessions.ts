import { defer, map, type Observable, of, share, take, throwIfEmpty } from 'rxjs'
import { observableCodec } from '../../base/codec/observableCodec.js'
import { wrongOption } from '../../base/error/wrongOption.js'
import { type PortLike, portLike } from './Port.js'
import { type RemoteSession, remoteSession } from './remoteSession.js'
import { portClosed } from './sessionErrors.js'

const ports = observableCodec<Observable<PortLike>>('a MessagePort, or an Observable of them')

/**
 * Emits the current session and completes. For a stream of ports, the session uses its first port; when that session
 * has ended, this subscribes to the stream again. Callers that wait for a port at the same time share the subscription.
 */
export const remoteSessions = (source: PortLike | Observable<PortLike>): Observable<RemoteSession> => {
  let current: RemoteSession | undefined

  const open = (port: PortLike): RemoteSession => {
    if (!portLike.is(port)) throw wrongOption('/port', portLike.name)
    return (current = remoteSession(port))
  }

  if (portLike.is(source)) return defer(() => of(current ?? open(source)))
  if (!ports.is(source)) throw wrongOption('/port', ports.name)
  const openedSession$ = source.pipe(
    take(1),
    map(open),
    throwIfEmpty(() => portClosed('port')),
    share(),
  )
  return defer(() => (current?.isOpen() === true ? of(current) : openedSession$))
}
