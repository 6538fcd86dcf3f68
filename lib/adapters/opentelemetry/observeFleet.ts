import type { Meter } from '@opentelemetry/api'
import type { Observable } from 'rxjs'
import type { EngineStatus } from '../../mirror/fleet/Engine.js'
import { fleetGauge, observeStatus } from './observeStatus.js'

/** A fleet whose state can be read. */
export interface ObservedFleet {
  readonly status: () => Observable<EngineStatus>
}

/** Reads the state of a fleet whenever metrics are collected, until the function that it returns is called. */
export const observeFleet = (meter: Meter, fleet: ObservedFleet): (() => void) => {
  const users = fleetGauge(meter, 'users', '{user}', 'Users of the fleet, over all processes, by their state')
  const workers = fleetGauge(meter, 'workers', '{worker}', 'Workers of the fleet, over all processes, by their state')
  const feeds = fleetGauge(meter, 'feeds', '{feed}', 'Feeds of users, over all processes, that are suspended')
  const due = fleetGauge(meter, 'due', '{round}', 'Due rounds that no worker has started')
  const overdue = fleetGauge(meter, 'overdue', 's', 'How long ago the oldest due round became due')
  return observeStatus(meter, {
    gauges: [users, feeds, workers, due, overdue],
    status: () => fleet.status(),
    observe: (result, fleetStatus) => {
      const state = (name: string) => ({ 'rxbank.state': name })
      result.observe(users, fleetStatus.users - fleetStatus.suspendedUsers, state('active'))
      result.observe(users, fleetStatus.suspendedUsers, state('suspended'))
      result.observe(feeds, fleetStatus.suspendedFeeds, state('suspended'))
      result.observe(workers, fleetStatus.workers.length - fleetStatus.pausedWorkers.length, state('active'))
      result.observe(workers, fleetStatus.pausedWorkers.length, state('paused'))
      result.observe(due, fleetStatus.dueRounds)
      result.observe(overdue, fleetStatus.lag / 1000)
    },
  })
}
