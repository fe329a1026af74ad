import type { Translated } from '../../i18n/catalogue.svelte';

/** Paragraphs, each a line; all of it from the booklet and the page of the rules. */
const story: Translated = {
  en: 'Ascension is by R. Durrens and dates from 1982, a game for two, three or four players, or more in teams.\nThe board is the box itself: a grid is printed on its square lid, and the pillar goes into a hole in the middle. With it came 76 cubes, 36 of them plain and 40 with a drawing on one face, 17 half-cubes, one of them the joker, and four cylindrical pawns, each with its figure: triangle, circle, square and star.',
  fr: 'Ascension est un jeu de R. Durrens, paru en 1982, pour deux, trois ou quatre joueurs, ou plus par équipes.\nLe plateau, c’est la boîte : un quadrillage est sérigraphié sur son couvercle carré, et le pilier central s’insère dans la case du milieu, trouée. S’y ajoutaient 76 cubes, dont 36 neutres et 40 à une face dessinée, 17 demi-cubes, dont le joker, et quatre pions cylindriques marqués de leur figure : triangle, cercle, carré et étoile.',
  nl: 'Ascension is van R. Durrens en komt uit 1982, een spel voor twee, drie of vier spelers, of meer in teams.\nHet bord is de doos zelf: op het vierkante deksel is een raster gedrukt, en de zuil gaat in een gat in het midden. Erbij hoorden 76 kubussen, waarvan 36 effen en 40 met een tekening op één kant, 17 halve kubussen, waaronder de joker, en vier cilindrische pionnen, elk met een figuur: driehoek, cirkel, vierkant en ster.',
  de: 'Ascension ist von R. Durrens und stammt aus dem Jahr 1982, ein Spiel für zwei, drei oder vier Spieler oder mehr in Teams.\nDas Brett ist die Schachtel selbst: Auf ihren quadratischen Deckel ist ein Raster gedruckt, und die Säule steckt in einem Loch in der Mitte. Dazu gehörten 76 Würfel, 36 davon neutral und 40 mit einer Zeichnung auf einer Seite, 17 halbe Würfel, darunter der Joker, und vier zylindrische Spielfiguren, jede mit ihrer Form: Dreieck, Kreis, Quadrat und Stern.',
};

export default story;
