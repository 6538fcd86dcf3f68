type PowerEvent = 'resume' | 'suspend' | 'unlock-screen' | 'on-ac'

/** The part of Electron's `powerMonitor` that tells of sleep. */
export interface PowerMonitorLike {
  on(event: PowerEvent, listener: () => void): unknown
  off(event: PowerEvent, listener: () => void): unknown
}
