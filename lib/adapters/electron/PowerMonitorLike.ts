type PowerEvent = 'resume' | 'suspend' | 'unlock-screen' | 'on-ac'

/** The part of Electron's `powerMonitor` that is used. */
export interface PowerMonitorLike {
  on(event: PowerEvent, listener: () => void): unknown
  off(event: PowerEvent, listener: () => void): unknown
}
