import '@angular/compiler'
import { PLATFORM_ID } from '@angular/core'
import { TestBed } from '@angular/core/testing'
import { BrowserTestingModule } from '@angular/platform-browser/testing'
import { INITIAL_CONFIG, platformServer } from '@angular/platform-server'

/** A page of domino, for which Angular runs as in a browser. */
const page = [
  { provide: INITIAL_CONFIG, useValue: { document: '<html><body></body></html>' } },
  { provide: PLATFORM_ID, useValue: 'browser' },
]

let isSetUp = false

const setUp = (): void => {
  if (isSetUp) return
  isSetUp = true
  // It would put the events of domino in the place of the platform's.
  const { Event } = globalThis
  TestBed.initTestEnvironment(BrowserTestingModule, platformServer(page))
  Object.assign(globalThis, { Event, ngServerMode: false })
}

/** Runs what may use `TestBed`, at a page of an app, and ends its components: real Angular, compiled as it runs. */
export const inAngular = async (run: () => Promise<void>): Promise<void> => {
  setUp()
  Object.assign(globalThis, { location: { origin: 'https://app.example' } })
  await run().finally(() => {
    Reflect.deleteProperty(globalThis, 'location')
    TestBed.resetTestingModule()
  })
}
