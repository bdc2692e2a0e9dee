// A SPARQL 1.1 Protocol server over Apache Jena, for queries alone: `java -cp … JenaServer.java FILE…`.
// It prints its address when it listens. As Fuseki does, it answers from the graph without a name unless a request
// names graphs, by parameters of the protocol or by FROM; these are then merged. Debian has ARQ, and not Fuseki.

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.jena.query.Dataset;
import org.apache.jena.query.DatasetFactory;
import org.apache.jena.query.Query;
import org.apache.jena.query.QueryCancelledException;
import org.apache.jena.query.QueryExecution;
import org.apache.jena.query.QueryExecutionFactory;
import org.apache.jena.query.QueryFactory;
import org.apache.jena.query.QueryParseException;
import org.apache.jena.query.ReadWrite;
import org.apache.jena.query.ResultSetFormatter;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFDataMgr;
import org.apache.jena.sparql.core.DatasetDescription;
import org.apache.jena.sparql.core.DynamicDatasets;

import static java.nio.charset.StandardCharsets.UTF_8;

public class JenaServer {
    private static final long SECONDS = 60;

    private final Dataset data = DatasetFactory.createTxnMem();

    public static void main(String[] files) throws IOException {
        JenaServer server = new JenaServer();
        for (String file : files) {
            RDFDataMgr.read(server.data, file);
        }
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        http.setExecutor(Executors.newCachedThreadPool());
        http.createContext("/sparql", server::answer);
        http.start();
        System.out.println("http://127.0.0.1:" + http.getAddress().getPort() + "/sparql");
    }

    private void answer(HttpExchange exchange) throws IOException {
        try {
            List<String[]> given = parameters(exchange.getRequestURI().getRawQuery());
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            String kind = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
            if (kind.startsWith("application/sparql-query")) {
                given.add(new String[] {"query", body});
            } else {
                given.addAll(parameters(body));
            }
            if (values(given, "query").isEmpty()) {
                reply(exchange, 400, "text/plain", "There is no query.".getBytes(UTF_8));
                return;
            }
            run(exchange, values(given, "query").get(0), values(given, "default-graph-uri"), values(given, "named-graph-uri"));
        } catch (QueryParseException error) {
            reply(exchange, 400, "text/plain", error.getMessage().getBytes(UTF_8));
        } catch (QueryCancelledException error) {
            reply(exchange, 503, "text/plain", "The query took too long.".getBytes(UTF_8));
        } catch (RuntimeException error) {
            reply(exchange, 500, "text/plain", String.valueOf(error).getBytes(UTF_8));
        } finally {
            exchange.close();
        }
    }

    private void run(HttpExchange exchange, String text, List<String> graphs, List<String> named) throws IOException {
        Query query = QueryFactory.create(text);
        DatasetDescription asked = graphs.isEmpty() && named.isEmpty()
            ? DatasetDescription.create(query)
            : DatasetDescription.create(graphs, named);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String type = "application/sparql-results+json";
        data.begin(ReadWrite.READ);
        try {
            Dataset over = asked == null ? data : DynamicDatasets.dynamicDataset(asked, data, false);
            try (QueryExecution running = QueryExecutionFactory.create(query, over)) {
                running.setTimeout(SECONDS, TimeUnit.SECONDS);
                if (query.isSelectType()) {
                    ResultSetFormatter.outputAsJSON(out, running.execSelect());
                } else if (query.isAskType()) {
                    ResultSetFormatter.outputAsJSON(out, running.execAsk());
                } else {
                    type = "text/turtle";
                    var triples = query.isConstructType() ? running.execConstruct() : running.execDescribe();
                    RDFDataMgr.write(out, triples, Lang.TURTLE);
                }
            }
        } finally {
            data.end();
        }
        reply(exchange, 200, type, out.toByteArray());
    }

    private static List<String[]> parameters(String text) {
        List<String[]> found = new ArrayList<>();
        for (String pair : text == null ? new String[0] : text.split("&")) {
            String[] sides = pair.split("=", 2);
            if (sides.length == 2) {
                found.add(new String[] {URLDecoder.decode(sides[0], UTF_8), URLDecoder.decode(sides[1], UTF_8)});
            }
        }
        return found;
    }

    private static List<String> values(List<String[]> given, String name) {
        List<String> found = new ArrayList<>();
        for (String[] pair : given) {
            if (pair[0].equals(name)) {
                found.add(pair[1]);
            }
        }
        return found;
    }

    private static void reply(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }
}
