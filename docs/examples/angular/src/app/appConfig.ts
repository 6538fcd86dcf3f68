import { provideHttpClient, withInterceptors } from '@angular/common/http'
import {
  type ApplicationConfig,
  inject,
  provideAppInitializer,
  provideBrowserGlobalErrorListeners,
  provideZonelessChangeDetection,
} from '@angular/core'
import {
  PreloadAllModules,
  provideRouter,
  withComponentInputBinding,
  withInMemoryScrolling,
  withPreloading,
} from '@angular/router'
import { provideRxBank, withHttpClient } from 'rxbank/angular'
import { gateway } from './bank/injectBank'
import { inspector } from './inspector/inspector'
import { routes } from './routes'
import { Session } from './session/Session'
import { sessionEnded } from './session/sessionEnded'

/** The bank's data comes from this app's own server, which holds the secret and the tokens. */
export const appConfig: ApplicationConfig = {
  providers: [
    provideZonelessChangeDetection(),
    provideBrowserGlobalErrorListeners(),
    provideHttpClient(withInterceptors([sessionEnded])),
    provideRxBank({ ...gateway, ...(inspector && { policy: inspector.policy }) }, withHttpClient()),
    provideRouter(
      routes,
      withComponentInputBinding(),
      withInMemoryScrolling({ scrollPositionRestoration: 'top' }),
      withPreloading(PreloadAllModules),
    ),
    provideAppInitializer(() => inject(Session).load()),
  ],
}
