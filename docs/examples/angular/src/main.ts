import { bootstrapApplication } from '@angular/platform-browser'
import { App } from './app/App'
import { appConfig } from './app/appConfig'

bootstrapApplication(App, appConfig).catch((error: unknown) => console.error(error))
