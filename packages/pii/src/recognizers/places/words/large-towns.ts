const TOWNS: ReadonlySet<string> = new Set(
  "berlin|hamburg|münchen|köln|frankfurt|frankfurt am main|stuttgart|düsseldorf|leipzig|dortmund|essen|bremen|dresden|hannover|nürnberg|duisburg|bochum|wuppertal|bielefeld|bonn|münster|mannheim|karlsruhe|augsburg|wiesbaden|mönchengladbach|gelsenkirchen|aachen|braunschweig|chemnitz|kiel|halle|magdeburg|freiburg|freiburg im breisgau|krefeld|mainz|lübeck|erfurt|oberhausen|rostock|kassel|hagen|potsdam|saarbrücken|hamm|ludwigshafen|oldenburg|mülheim|osnabrück|leverkusen|heidelberg|darmstadt|solingen|regensburg|herne|paderborn|neuss|ingolstadt|offenbach|fürth|würzburg|ulm|heilbronn|pforzheim|wolfsburg|göttingen|bottrop|reutlingen|koblenz|bremerhaven|erlangen|recklinghausen|bergisch gladbach|remscheid|jena|trier|salzgitter|moers|siegen|hildesheim|cottbus|gütersloh|kaiserslautern|witten|hanau|schwerin|gera|esslingen|ludwigsburg|iserlohn|düren|tübingen|flensburg|zwickau|gießen|ratingen|lünen|villingen-schwenningen|konstanz|marl|worms|velbert|minden|dessau|norderstedt|neumünster|bamberg|delmenhorst|viersen|marburg|rheine|wilhelmshaven|troisdorf|gladbeck|bayreuth|dorsten|detmold|arnsberg|castrop-rauxel|landshut|lüneburg|brandenburg|bocholt|aschaffenburg|celle|kempten|fulda|aalen|lippstadt|dinslaken|herford|rüsselsheim|kerpen|neuwied|plauen|weimar|rosenheim|dormagen|sindelfingen|neubrandenburg|grevenbroich|friedrichshafen|schwäbisch gmünd|offenburg|garbsen|wesel|hürth|unna|euskirchen|stralsund|langenfeld|greifswald|göppingen|meerbusch|bad homburg|hameln|stolberg|görlitz|goslar|passau|straubing|schweinfurt|wetzlar|frankfurt (oder)|bautzen|dachau|coburg|emden|stade|eisenach|gotha|nordhausen|hof|ansbach|memmingen|kaufbeuren|weiden|amberg|speyer|landau|neustadt|baden-baden|ravensburg|lörrach|singen|rastatt|böblingen|leonberg|waiblingen|wien|graz|linz|salzburg|innsbruck|klagenfurt|villach|wels|st pölten|sankt pölten|dornbirn|wiener neustadt|steyr|feldkirch|bregenz|leonding|klosterneuburg|baden|wolfsberg|leoben|krems|amstetten|zürich|genf|genève|basel|lausanne|bern|winterthur|luzern|st gallen|lugano|biel|thun|köniz|schaffhausen|chur|uster|sitten|zug|neuenburg|aarau|vaduz".split(
    "|",
  ),
);

/**
 * Returns whether `name`, in lower case without full stops, is a larger town in Germany, Austria or
 * Switzerland.
 */
export function isLargeTown(name: string): boolean {
  return TOWNS.has(name);
}
