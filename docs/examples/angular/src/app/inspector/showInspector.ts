import { type ApplicationRef, createComponent } from '@angular/core'
import { RXBANK } from 'rxbank/angular'
import { inspector } from './inspector'
import { InspectorButton } from './InspectorButton'

/** Puts the button of the inspector beside the app. */
export const showInspector = (app: ApplicationRef): void => {
  inspector?.observe(app.injector.get(RXBANK).events$)
  const button = createComponent(InspectorButton, { environmentInjector: app.injector })
  document.body.append(button.location.nativeElement as HTMLElement)
  app.attachView(button.hostView)
}
