// Which of the game's versions are shown.
import type { LoaderOffer, RemoteGame } from "../../lib/types";

export const CHANNELS = ["release", "snapshot", "old"] as const;
export type Channel = (typeof CHANNELS)[number];

/** The versions of a channel that a text fits. What is typed whole is found in every channel, so that nobody has to know them. */
export function found(games: RemoteGame[], text: string, channel: Channel): RemoteGame[] {
  const wanted = text.trim().toLowerCase();
  const fits = (game: RemoteGame) => game.id.toLowerCase().includes(wanted);
  const here = games.filter((game) => game.channel === channel && fits(game));
  if (wanted === "" || here.length > 0) return here;
  return games.filter((game) => game.id.toLowerCase() === wanted);
}

/** The channel that holds a version. */
export function channelOf(games: RemoteGame[], id: string | null): Channel {
  return games.find((game) => game.id === id)?.channel ?? "release";
}

/** The loaders that have something for the game version. */
export function available(offers: LoaderOffer[]): LoaderOffer[] {
  return offers.filter((offer) => offer.builds.length > 0);
}

/** The build to take. */
export function best(offer: LoaderOffer | undefined): string | null {
  const builds = offer?.builds ?? [];
  return (builds.find((build) => build.recommended) ?? builds[0])?.version ?? null;
}
