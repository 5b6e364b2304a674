// Progress on standard error: a bar that redraws itself on a terminal, one line a stage otherwise.

export interface Progress {
  report(stage: string, fraction: number): void;
  done(): void;
}

const WIDTH = 28;

/** Shows progress under a label. `quiet` shows nothing. */
export function createProgress(
  label: string,
  quiet: boolean,
  stream: NodeJS.WriteStream = process.stderr,
): Progress {
  let shown = '';
  let stage = '';
  return {
    report(next, fraction) {
      if (quiet) return;
      if (!stream.isTTY) {
        if (next !== stage) stream.write(`${label}: ${next}\n`);
        stage = next;
        return;
      }
      const filled = Math.round(WIDTH * Math.min(1, fraction));
      const percent = `${Math.floor(100 * fraction)}`.padStart(3);
      const line = `${label} ${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${percent} % ${next}`;
      if (line !== shown) stream.write(`\r${line}\u001b[K`);
      shown = line;
    },
    done() {
      if (!quiet && stream.isTTY && shown) stream.write('\r\u001b[K');
    },
  };
}
