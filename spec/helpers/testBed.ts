import '@angular/compiler'
import { type EnvironmentProviders, PLATFORM_ID, type Provider } from '@angular/core'
import { TestBed } from '@angular/core/testing'
import { BrowserTestingModule } from '@angular/platform-browser/testing'
import { INITIAL_CONFIG, platformServer } from '@angular/platform-server'

const page = { document: '<html><body></body></html>', url: 'https://app.example/' }

// It would put the events of domino in the place of the platform's.
const { Event } = globalThis
TestBed.initTestEnvironment(BrowserTestingModule, platformServer([{ provide: INITIAL_CONFIG, useValue: page }]))
Object.assign(globalThis, { Event })

/** Angular with these providers for one spec, zoneless, its page one of domino: as in a browser, or as on a server. */
export const angular = (
  platform: 'browser' | 'server',
  ...providers: ReadonlyArray<Provider | EnvironmentProviders>
): void => {
  Object.assign(globalThis, { ngServerMode: platform === 'server' })
  TestBed.configureTestingModule({ providers: [{ provide: PLATFORM_ID, useValue: platform }, ...providers] })
}
