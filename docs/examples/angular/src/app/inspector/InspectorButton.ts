import { ChangeDetectionStrategy, Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core'
import { defineInspector } from 'rxbank/devtools'
import { inspector } from './inspector'

/** A button in the corner, which opens what the client does. */
@Component({
  selector: 'app-inspector-button',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    @if (isOpen()) {
      <rxbank-inspector id="inspector" [inspector]="inspector" />
    }
    <button type="button" aria-controls="inspector" [attr.aria-expanded]="isOpen()" (click)="isOpen.set(!isOpen())">
      {{ isOpen() ? 'Close the inspector' : 'Inspect' }}
    </button>
  `,
  styles: `
    :host {
      position: fixed;
      inset: auto 0 0;
      z-index: 2;
      display: grid;
      justify-items: end;
      pointer-events: none;
    }

    button,
    rxbank-inspector {
      pointer-events: auto;
    }

    button {
      margin: 0.5rem 1rem;
    }

    rxbank-inspector {
      justify-self: stretch;
      max-height: 45dvh;
      overflow: auto;
      border-top: 1px solid var(--line);
    }

    @media (max-width: 48rem) {
      button {
        margin-bottom: calc(4.25rem + env(safe-area-inset-bottom));
      }

      /* Above the pager of transactions. */
      button[aria-expanded='false'] {
        margin-bottom: calc(8rem + env(safe-area-inset-bottom));
      }
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class InspectorButton {
  protected readonly inspector = inspector
  protected readonly isOpen = signal(false)

  constructor() {
    defineInspector()
  }
}
