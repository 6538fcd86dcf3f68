import { bootstrapApplication } from '@angular/platform-browser'
import { App } from './app/App'
import { appConfig } from './app/appConfig'

/** False in a build for production. */
declare const ngDevMode: boolean

const start = async (): Promise<void> => {
  const app = await bootstrapApplication(App, appConfig)
  if (ngDevMode) {
    const { showInspector } = await import('./app/inspector/showInspector')
    showInspector(app)
  }
}

start().catch((error: unknown) => console.error(error))
