/*
 * install.ts - the page as an app of this device, where the browser offers it.
 */
import { signal } from '@preact/signals';

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** Asks whether it shall be installed; null: it cannot be, or it is. */
export const install = signal<(() => void) | null>(null);

/** Browsers offer it once, soon after the page has come. */
export function followInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // we offer it, where it is not in the way
    install.value = () => {
      install.value = null;
      void (event as InstallEvent).prompt();
    };
  });
  addEventListener('appinstalled', () => (install.value = null));
}
