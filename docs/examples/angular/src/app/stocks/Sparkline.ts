import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core'
import { linePath } from './linePath'

const width = 132
const height = 28

/** A small plot of prices, the newest at the right. What it shows is in the columns beside it, too. */
@Component({
  selector: 'app-sparkline',
  template: `
    <svg [attr.viewBox]="viewBox" [class]="direction()" aria-hidden="true">
      @if (direction() !== 'level') {
        <path class="area" [attr.d]="area()" />
      }
      <path class="line" [attr.d]="line()" />
    </svg>
  `,
  styles: `
    :host {
      display: block;
      line-height: 0;
    }

    svg {
      width: 100%;
      max-width: 8.25rem;
      height: 2.25rem;
      color: var(--soft);
      overflow: visible;
    }

    .level .line {
      stroke-dasharray: 1 5;
    }

    .up {
      color: var(--up);
    }

    .down {
      color: var(--down);
    }

    .line {
      fill: none;
      stroke: currentColor;
      stroke-width: 1.5;
      stroke-linecap: round;
      stroke-linejoin: round;
    }

    .area {
      fill: currentColor;
      opacity: 0.08;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Sparkline {
  readonly prices = input.required<ReadonlyArray<number>>()

  protected readonly viewBox = `0 -4 ${String(width)} ${String(height + 8)}`
  protected readonly line = computed(() => linePath(this.prices(), width, height))
  protected readonly area = computed(() => `${this.line()}V${String(height + 4)}H0Z`)
  protected readonly direction = computed(() => {
    const [first = 0, last = first] = [this.prices()[0], this.prices().at(-1)]
    return last > first ? 'up' : last < first ? 'down' : 'level'
  })
}
