/*
 * install.ts - the page as an app of this device, where the browser offers it.
 */
import { signal } from '@preact/signals';

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** Asks to install it; null: not possible, or already installed. */
export const install = signal<(() => void) | null>(null);

/** Browsers offer it once, soon after the page has loaded. */
export function followInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // we offer it ourselves, at a better place
    install.value = () => {
      install.value = null;
      void (event as InstallEvent).prompt();
    };
  });
  addEventListener('appinstalled', () => (install.value = null));
}
